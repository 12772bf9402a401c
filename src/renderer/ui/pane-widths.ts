/** Widths of what opens beside a list, in CSS pixels. */
export const paneWidth = 380;
/** A form has two columns of fields. */
export const formWidth = 468;
