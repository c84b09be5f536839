/** The rest of the chat, a separate chunk: no page waits for it. */
const chat = () => import('./chat.ts')

/** Has the chat ready for anyone who opens it, and for what support writes. */
export const startChat = (): void => {
  chat()
    .then(({ startChat }) => startChat())
    // Anyone who opens it asks for it again.
    .catch(() => undefined)
}

/** Opens the chat with support, or says why it can't be opened. */
export const openChat = (): void => {
  chat()
    .then(({ openChat }) => openChat())
    .catch(() =>
      import('../../calls/notices.ts').then(({ showNotice }) => showNotice('support-open-failed', 'warn')),
    )
    // Without its words it is not said.
    .catch(() => undefined)
}
