/** What the browser keeps of a session: its token, and its user as text. */
export const tokenKey = 'auth_token'
export const userKey = 'user_info'
