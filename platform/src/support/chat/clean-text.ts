/** Control characters but for the end of a line and the tab, halves of characters, and what turns the direction of text. */
const unwanted = /(?![\n\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** A text as it is kept: no longer than it was told, without the space around it. */
export const cleanText = (text: string): string => text.replaceAll('\r\n', '\n').replace(unwanted, '').trim()
