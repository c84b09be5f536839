/** What a user is called: the nickname, or the username where there is none, trimmed. */
export const displayName = (user: { nickname: string; username: string } | null): string =>
  user?.nickname.trim() || user?.username.trim() || ''
