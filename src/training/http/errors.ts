/** Refusals: both services send errors as `{message, code, param, url}` (order-api, Errors; resolved, Status codes). */

export class Refusal extends Error {
  readonly status: number;
  readonly code: string | null;
  /** The invalid parameter or field, as a dotted path (`address.zip`, `3.notes`). */
  readonly param: string | null;

  constructor(status: number, code: string | null, message: string, param: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

/** 400: a parameter or field is not what the documents allow. */
export const invalid = (param: string, message: string) => new Refusal(400, 'validation_error', message, param);

/** 404: the resource or its parent does not exist. */
export const notFound = (what: string) => new Refusal(404, `${what}_not_found`, `There is no such ${what}.`);

export const errorBody = ({ message, code, param }: Refusal) => ({ message, code, param, url: null });
