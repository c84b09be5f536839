/** Who writes, as a support widget is shown. `user_id` is a hash: neither the player's id nor anything that proves it. */
export type LoginInfo = {
  user_id: string
  user_name: string
  /** RFC 5646, such as `pt-BR`. */
  language: string
  phone: string
  email: string
  description: string
}

/** How many messages are unread; of someone else's widget the list is whatever it tells. */
export type Unread = { num: number; list: readonly unknown[] }

/**
 * The commands that support widgets of this kind share, with what each takes: told as `ssq.push(name, argument)`. The ones
 * that begin with `on` take a listener.
 */
export type Commands = {
  setLoginInfo: LoginInfo
  clearUser: undefined
  chatOpen: undefined
  chatClose: undefined
  showIcon: undefined
  hideIcon: undefined
  onUnRead: (unread: Unread) => void
  onSendMessage: (message: unknown) => void
  onReceiveMessage: (message: unknown) => void
  onOpenChat: () => void
  onCloseChat: () => void
}
export type CommandName = keyof Commands

/**
 * `window.ssq`: at first an array, to which `push` appends the name and then the argument, where there is one; a loaded
 * widget puts its own object in its place and does what the array holds, in order. Names are strings and arguments
 * are not, so that the one is distinguished from the other.
 */
export type CommandQueue = {
  push<N extends CommandName>(
    name: N,
    ...argument: Commands[N] extends undefined ? [] : [Commands[N]]
  ): unknown
}

declare global {
  interface Window {
    ssq?: CommandQueue
  }
}
