/** What the browser keeps: the language that was chosen. */
export const languageKey = 'locale'
