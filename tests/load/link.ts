/** Hears one connection. A packet is a socket.io packet, its type first, and only valid during the call. */
export type Listener = {
  /** `bytes` is what it took on the wire, frame header included. */
  packet(packet: Buffer, bytes: number): void
  /** The connection is gone, and `leave` was not called. */
  lost(why: string): void
}

/** A live connection as a player sees it. */
export type Link = {
  /** Sends a message; its answer comes as a packet `3<ack>[…]`. */
  send(ack: number, name: string, payload: object): void
  /** From now on it sends nothing, answers nothing and hears nothing, as if its network were cut. */
  silence(): void
  leave(): void
}

/** Opens a connection with such an `auth`; packets come as soon as there are any. */
export type Dial = (auth: object, listener: Listener) => Link
