/**
 * Must fail the check of phrases, one line for each.
 * The file is read anew.
 * Main is kept from its events.
 * The line is down.
 * It waits for the line.
 * It is printed all the same.
 * Nobody knows what became of it.
 * A stop that waits to be made.
 * What is picked is taken.
 * What was typed of the stop is kept.
 * Done, by the queue's word.
 * Ask whoever looks after the service.
 * The day close has it.
 * The import is gone on with.
 * Stops are put into another plan.
 * The paper in it is A6.
 * No order fits.
 * Others have their turn.
 * It goes of its own accord.
 * It is looked on the service.
 * A bit that flips is damage.
 */
export const translated = true;
