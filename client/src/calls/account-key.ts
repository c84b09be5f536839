/** Under each account's own id, so that nobody ever sees what belongs to who was signed in before. */
export const accountKey = (userId: string, what: string) => ['account', userId, what] as const
