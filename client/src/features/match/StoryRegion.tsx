import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type StoryLine, story } from '../../board/model/story.ts'
import { formatList } from '../../lib/format.ts'
import { type Fact, type MatchActorRef, useFacts } from '../../machines/match/index.ts'
import shape from '../../styles/shape.module.css'
import { useCoinsText } from '../../ui/Coins.tsx'
import { seatName, useSeat } from './names.ts'
import { summarize } from './result.ts'

type Told = { key: number; text: string }

/** Older sentences are taken out so that a region read as a whole stays short. */
const kept = 8

/** The sentences of a fact, as the language has them. */
export const useSentences = (
  seat: number | null,
  now: () => number,
): ((fact: Fact) => { text: string; line: StoryLine }[]) => {
  const { t, i18n } = useTranslation('board')
  const coins = useCoinsText()
  return (fact) => {
    const { state } = fact
    const nameOf = (at: number) => seatName(state, at, seat, t('youStart'))
    const listOf = (names: readonly string[]) => formatList(names, i18n.language)
    const summary = summarize(state, seat)
    const pot = coins(summary ? summary.pot - summary.rake : 0n, state.asset)
    return story(fact, { seat, nameOf, now, listOf }).map((line) => ({
      line,
      text: t(line.key, { ...line.values, pot }),
    }))
  }
}

/** Tells a screen reader the match as it goes: openings, outs, turns, results, each once; our turn at once. */
export const StoryRegion = ({ match, now }: { match: MatchActorRef; now(): number }) => {
  const sentences = useSentences(useSeat(match), now)
  const count = useRef(0)
  const [told, setTold] = useState<{ calm: readonly Told[]; urgent: readonly Told[] }>({
    calm: [],
    urgent: [],
  })
  useFacts(match, (fact) => {
    const spoken = sentences(fact).map(({ text, line }) => {
      count.current += 1
      return { key: count.current, text, urgent: line.urgent }
    })
    if (spoken.length === 0) return
    setTold((was) => ({
      calm: [...was.calm, ...spoken.filter(({ urgent }) => !urgent)].slice(-kept),
      // Taken out when the turn is over: anyone who reads the page then is not told a turn that is gone.
      urgent: spoken.filter(({ urgent }) => urgent),
    }))
  })
  return (
    <div className={shape.aside}>
      <div role="log" aria-live="polite" aria-relevant="additions" data-story="calm">
        {told.calm.map(({ key, text }) => (
          <p key={key}>{text}</p>
        ))}
      </div>
      <div aria-live="assertive" data-story="urgent">
        {told.urgent.map(({ key, text }) => (
          <p key={key}>{text}</p>
        ))}
      </div>
    </div>
  )
}
