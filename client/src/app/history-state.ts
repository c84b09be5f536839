declare module '@tanstack/history' {
  /** What an entry of the browser's history keeps beside its address. */
  interface HistoryState {
    /** The seat that the visitor had in the match of this address. */
    seat?: number
  }
}

export {}
