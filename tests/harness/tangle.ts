import type { Send } from './line.ts'

const gatherMs = 15

/**
 * A wire on which messages of the same moment overtake each other and some arrive twice. Anyone who sent one hears its
 * first answer alone; `differs` is reported when the second says something else.
 */
export const tangle =
  (random: () => number, differs: (what: string) => void) =>
  (send: Send): Send => {
    let held: (() => void)[] = []
    const release = () => {
      const going = held
      held = []
      while (going.length > 0) going.splice(Math.floor(random() * going.length), 1)[0]?.()
    }
    return (name, payload, reply) => {
      if (held.length === 0) setTimeout(release, gatherMs)
      let first: number | undefined
      const once: typeof reply = (answer) => {
        if (first === undefined) reply(answer)
        else if (answer && first !== answer.code) differs(`${name} was answered ${first} and ${answer.code}`)
        first ??= answer?.code ?? 0
      }
      held.push(() => send(name, payload, once))
      if (random() < 0.5) held.push(() => send(name, payload, once))
    }
  }
