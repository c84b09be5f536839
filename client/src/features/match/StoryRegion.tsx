import type { MatchState } from '@minefall/shared/game'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type StoryLine, story } from '../../board/model/story.ts'
import { formatList } from '../../lib/format.ts'
import shape from '../../styles/shape.module.css'
import { useCoinsText } from '../../ui/Coins.tsx'
import { seatName } from './names.ts'
import { summarize } from './result.ts'

type Told = { key: number; text: string }

/** Older sentences are taken out so that a region read as a whole stays short. */
const kept = 8

const useTeller = (state: MatchState | null, seat: number | null) => {
  const { t, i18n } = useTranslation('board')
  const coins = useCoinsText()
  const last = useRef<MatchState | null>(null)
  const count = useRef(0)
  const [told, setTold] = useState<{ calm: readonly Told[]; urgent: readonly Told[] }>({
    calm: [],
    urgent: [],
  })
  useEffect(() => {
    if (!state || state === last.current) return
    const nameOf = (at: number) => seatName(state, at, seat, t('youStart'))
    const listOf = (names: readonly string[]) => formatList(names, i18n.language)
    const lines = story(last.current, state, { seat, nameOf, listOf })
    last.current = state
    if (lines.length === 0) return
    const summary = summarize(state, seat)
    const pot = coins(summary ? summary.pot - summary.rake : 0n, state.asset)
    const written = (line: StoryLine): Told => {
      count.current += 1
      return { key: count.current, text: t(line.key, { ...line.values, pot }) }
    }
    const calm = lines.filter((line) => !line.urgent).map(written)
    const urgent = lines.filter((line) => line.urgent).map(written)
    setTold((was) => ({
      calm: [...was.calm, ...calm].slice(-kept),
      // Taken out when the turn is over: whoever reads the page then is not told a turn that is gone.
      urgent,
    }))
  }, [state, seat, t, i18n.language, coins])
  return told
}

/** Tells a screen reader the match as it goes: openings, outs, turns, results, each once; our turn at once. */
export const StoryRegion = ({ state, seat }: { state: MatchState | null; seat: number | null }) => {
  const { calm, urgent } = useTeller(state, seat)
  return (
    <div className={shape.aside}>
      <div role="log" aria-live="polite" aria-relevant="additions" data-story="calm">
        {calm.map(({ key, text }) => (
          <p key={key}>{text}</p>
        ))}
      </div>
      <div aria-live="assertive" data-story="urgent">
        {urgent.map(({ key, text }) => (
          <p key={key}>{text}</p>
        ))}
      </div>
    </div>
  )
}
