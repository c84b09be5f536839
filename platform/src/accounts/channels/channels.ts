/** A message to one person: an email, or an SMS, which has no subject. */
export type Message = { to: string; subject: string; text: string }

/** A way to reach people. Rejects when the message could not be handed over. */
export type Channel = { send(message: Message): Promise<void> }

/** By kind of contact; null where nothing can be sent. */
export type Channels = { email: Channel | null; phone: Channel | null }
