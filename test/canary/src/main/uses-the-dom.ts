/** Must fail tsc: there is no document in main. */
export const title = () => document.title;
