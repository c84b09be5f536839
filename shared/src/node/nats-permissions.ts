import { type BusUser, busEvents, busRequests, busUsers } from '../contracts/bus/index.ts'

/** The requests and events that a user sends, answers, publishes and subscribes to. */
export const busDealings = (user: BusUser) => {
  const [requests, events] = [Object.entries(busRequests), Object.entries(busEvents)]
  const names = (entries: readonly (readonly [string, unknown])[]) => entries.map(([name]) => name)
  return {
    asks: names(requests.filter(([, { by }]) => by === user)),
    answers: user === 'platform' ? names(requests) : [],
    publishes: names(events.filter(([, { by }]) => by.includes(user))),
    hears: names(events.filter(([, { to }]) => to.includes(user))),
  }
}

/** The prefix of the subjects for answers to a user. No other user may subscribe to them. */
export const inboxPrefix = (user: BusUser): string => `mf.inbox.${user}`

/**
 * The subjects of our messages: `mf.req.<name>`, `mf.req.<name>.at.<node>`, `mf.ev.<name>.<key>`. A key or a node's name
 * is one token of its subject: as it is when it is made of letters, digits, `_` and `-`, else `=` and base64url.
 */
const plain = /^[A-Za-z0-9_-]+$/
/** In place of a key that is null. */
const noKey = '~'

const subjectToken = (text: string): string =>
  plain.test(text) ? text : `=${Buffer.from(text).toString('base64url')}`

const keyOfToken = (token: string): string | null => {
  if (token === noKey) return null
  return token.startsWith('=') ? Buffer.from(token.slice(1), 'base64url').toString() : token
}

export const requestSubject = (name: string, at: string | null): string =>
  at === null ? `mf.req.${name}` : `mf.req.${name}.at.${subjectToken(at)}`

export const eventSubject = (name: string, key: string | null): string =>
  `mf.ev.${name}.${key === null ? noKey : subjectToken(key)}`

/** All keys of an event, and none. */
export const eventSubjects = (name: string): string => `mf.ev.${name}.*`

export const keyOfSubject = (subject: string): string | null =>
  keyOfToken(subject.slice(subject.lastIndexOf('.') + 1))

/** A request's subjects, with and without a target node. */
const requestSubjects = (name: string): string[] => {
  const subject = requestSubject(name, null)
  return [subject, `${subject}.at.*`]
}

/** A user in the configuration of nats-server. Each request may be answered once. */
const userEntry = (user: BusUser, password: string) => {
  const { asks, answers, publishes, hears } = busDealings(user)
  return {
    user,
    password,
    permissions: {
      publish: { allow: [...asks.flatMap(requestSubjects), ...publishes.map(eventSubjects)] },
      subscribe: {
        allow: [...answers.flatMap(requestSubjects), ...hears.map(eventSubjects), `${inboxPrefix(user)}.>`],
      },
      ...(answers.length === 0 ? {} : { allow_responses: { max: 1, expires: '1m' } }),
    },
  }
}

export type NatsServer = {
  /** `address:port` of clients, and of the server's own health and figures. */
  listen: string
  http: string
  passwords: Readonly<Record<BusUser, string>>
}

/**
 * The configuration of a nats-server for a cluster of ours: who may come in, what each may say and hear, and that a node
 * that hangs is cut after 3 s, which would keep its share of the requests until then.
 */
export const natsConfiguration = ({ listen, http, passwords }: NatsServer): string =>
  `${JSON.stringify(
    {
      listen,
      http,
      ping_interval: '1s',
      ping_max: 2,
      authorization: { users: busUsers.map((user) => userEntry(user, passwords[user])) },
    },
    null,
    2,
  )}\n`
