/** Members: the dashboard users (planning-api, Member and Members). They can be neither listed nor fetched. */
import { notFound, Refusal } from '../http/errors.ts';
import type { Member } from '../model.ts';
import type { Store } from '../store/store.ts';
import { memberChange, memberInput, memberInputs, type MemberInput } from '../validate/team.ts';
import { done, type Context, type Handlers } from './handler.ts';
import { batchResult, depotsOf, makeEach } from './team-records.ts';

/**
 * Creates a member. Missing fields come from the linked driver, who is the same person. Throws a refusal (409) when
 * that driver does not exist or is already linked to another member.
 */
function makeMember(store: Store, { role, linkedDriverId = null, depots, ...given }: MemberInput): Member {
  const driver = linkedDriverId === null ? undefined : store.drivers.get(linkedDriverId);
  if (linkedDriverId !== null && driver === undefined) {
    throw new Refusal(409, 'driver_not_found', `There is no driver ${linkedDriverId}.`, 'linkedDriverId');
  }
  if (driver && store.members.all().some((member) => member.linkedDriverId === driver.id)) {
    throw new Refusal(409, 'driver_already_linked', `${driver.id} is another member already.`, 'linkedDriverId');
  }
  return {
    id: `members/${store.newId()}`,
    name: given.name ?? driver?.name ?? null,
    email: given.email ?? driver?.email ?? null,
    phone: driver?.phone ?? null,
    linkedDriverId,
    displayName: given.displayName ?? driver?.displayName ?? null,
    active: true,
    depots: depotsOf(store, depots),
    roles: [role],
  };
}

/** The API can neither give nor remove the owner role: no write shape has it. */
function checkNotOwner({ roles }: Member): void {
  if (roles.includes('owner')) throw new Refusal(422, 'member_is_owner', 'The owner of the team stays its owner.');
}

export function memberHandlers(
  context: Context,
): Pick<Handlers, 'members.create' | 'members.update' | 'members.delete' | 'members.import'> {
  const { store } = context;
  const find = (segment: string | undefined): Member => {
    const found = store.members.get(`members/${segment ?? ''}`);
    if (!found) throw notFound('member');
    return found;
  };
  return {
    'members.create': {
      handle({ body }) {
        const member = makeMember(store, memberInput(body, ''));
        store.write({ put: { members: [member] } });
        return member;
      },
    },
    'members.update': {
      handle({ parameters, body }) {
        const before = find(parameters['memberId']);
        const { role, depots, ...given } = memberChange(body, '');
        if (role) checkNotOwner(before);
        const member: Member = {
          ...before,
          ...given,
          depots: depots === undefined ? before.depots : depotsOf(store, depots),
          roles: role ? [role] : before.roles,
        };
        store.write({ put: { members: [member] } });
        return member;
      },
    },
    /** Removes only the dashboard roles; a driver stays a driver (planning-api, Members). */
    'members.delete': {
      handle({ parameters }) {
        const member = find(parameters['memberId']);
        checkNotOwner(member);
        store.write({ remove: { members: [member.id] } });
        return done(context, 'The member was deleted.');
      },
    },
    'members.import': {
      handle({ body }) {
        const linked = new Set<string>();
        const { made, failed } = makeEach(
          memberInputs(body, ''),
          (input) => {
            const member = makeMember(store, input);
            const { linkedDriverId: driver } = member;
            if (driver !== null && linked.has(driver)) {
              throw new Refusal(409, 'driver_already_linked', `${driver} is another member already.`, 'linkedDriverId');
            }
            if (driver !== null) linked.add(driver);
            return member;
          },
          ({ name = null, email = null }) => ({ member: { name, email } }),
        );
        if (made.length > 0) store.write({ put: { members: made } });
        return batchResult(store, made, failed);
      },
    },
  };
}
