/** Sentences in one breath: Japanese writes no space between them. */
export const joinSentences = (sentences: readonly string[], locale: string): string =>
  sentences.filter(Boolean).join(locale.startsWith('ja') ? '' : ' ')
