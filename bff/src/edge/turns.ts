import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Requests that may wait behind the one being answered. One may come from a client that read the whole answer before
 * this end noticed; only pipelining clients send more, and no browser does.
 */
const waitingMost = 2

type Line = { current: ServerResponse | null; waiting: (() => void)[] }

export type Turns = {
  /**
   * Passes requests on to `listener`, one a turn of the event loop, and of each connection one at a time: what comes
   * behind a request that is not fully answered waits, and no work is done for it. A connection that sends more than may
   * wait is ended.
   */
  inTurn(listener: RequestListener): RequestListener
  /** Whether a request on this connection is being answered. */
  isAnswering(stream: Socket): boolean
  /**
   * Whether anything but an answer may be written to this connection: not while an answer is being sent, nor when it
   * would be taken for one.
   */
  mayAnswer(stream: Socket): boolean
  /**
   * Runs `run` when earlier requests on this connection are answered, or never if it ends before. For bare
   * connections handed over by Node.
   */
  afterAnswers(stream: Socket, run: () => void): void
}

export type TurnsOptions = {
  /** Notified when answering begins on a connection and when it is over. */
  begins: (stream: Socket) => void
  ends: (stream: Socket) => void
  /** Ends a connection that sent too many requests. */
  crowded: (stream: Socket) => void
}

/**
 * Runs one item per turn of the event loop: hundreds arriving at once would delay every move behind them.
 */
export const oneATurn = (): ((run: () => void) => void) => {
  const waiting: (() => void)[] = []
  const takeTurn = () => {
    waiting[0]?.()
    waiting.shift()
    if (waiting.length > 0) setImmediate(takeTurn)
  }
  return (run) => {
    waiting.push(run)
    if (waiting.length === 1) setImmediate(takeTurn)
  }
}

/**
 * Node parses all requests that arrive together, and answers of requests whose turn has not come when their
 * connection ends get no event (nodejs/node#62534): anything begun for them, such as an open file, would leak. So
 * nothing is begun before its turn.
 */
export const turnsOfConnections = ({ begins, ends, crowded }: TurnsOptions): Turns => {
  const lines = new WeakMap<Socket, Line>()
  const soon = oneATurn()

  const lineOf = (stream: Socket): Line => {
    const known = lines.get(stream)
    if (known) return known
    const line = { current: null, waiting: [] }
    lines.set(stream, line)
    return line
  }

  const join = (stream: Socket, run: () => void) => {
    if (stream.destroyed) return
    const line = lineOf(stream)
    if (line.current === null) return run()
    if (line.waiting.length < waitingMost) return void line.waiting.push(run)
    line.waiting.length = 0
    crowded(stream)
  }

  return {
    inTurn: (listener) => (request: IncomingMessage, answer: ServerResponse) => {
      const { socket } = request
      const begin = () => {
        const line = lineOf(socket)
        line.current = answer
        begins(socket)
        answer.once('close', () => {
          line.current = null
          ends(socket)
          if (!socket.destroyed) line.waiting.shift()?.()
        })
        // If it is gone by its turn, no event would come.
        soon(() => {
          if (!socket.destroyed) listener(request, answer)
        })
      }
      join(socket, begin)
    },
    isAnswering: (stream) => (lines.get(stream)?.current ?? null) !== null,
    mayAnswer(stream) {
      const current = lines.get(stream)?.current ?? null
      return current === null || !(current.headersSent || current.req.complete)
    },
    afterAnswers(stream, run) {
      // Node has removed its listeners, including the one that resumes an answer.
      const goOn = () => void lines.get(stream)?.current?.emit('drain')
      stream.on('drain', goOn)
      join(stream, () => {
        stream.off('drain', goOn)
        run()
      })
    },
  }
}
