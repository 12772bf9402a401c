/** The import whose rows are on screen: it stays until its user has closed them, even when all of it is sent. */
class ShownImport {
  id = $state<string | null>(null);
}

export const shownImport = new ShownImport();
