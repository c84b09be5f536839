import type { DailyTry } from '@minefall/shared/contracts/rest'
import { safeTiles } from '@minefall/shared/daily'
import type { DerivedTheme } from '@minefall/shared/theme'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText } from '../../lib/countdown.ts'
import { formatCount, formatUtcDay } from '../../lib/format.ts'
import { formatPercent } from '../../lib/percent.ts'
import { beginPicture, margin, type Paint, pictureSize, ShareSheet } from '../match/index.ts'
import { standing } from './try-match.ts'

/** What the picture of a day tells; every word is in the player's language. */
export type DailyPicture = {
  title: string
  day: string
  headline: string
  detail: string
  /** Whether each tile was mined, in the order of opening: where they lie is not shown. */
  mines: readonly boolean[]
  /** How many there could be. */
  most: number
  host: string
}

const perRow = 9
const gap = 16

/** Paints how a try went, tile after tile, without where anything lies. */
const paintDaily = (
  canvas: HTMLCanvasElement,
  { title, day, headline, detail, mines, most, host }: DailyPicture,
  theme: DerivedTheme,
  font: string,
): void => {
  const ground = beginPicture(canvas, { theme, font, title, host })
  if (!ground) return
  const { context, color, line } = ground
  const { width, height } = pictureSize
  const room = width - 2 * margin
  line({ text: headline, x: margin, y: 240, size: 84, weight: 800, color: color('--text-1'), width: room })
  line({ text: detail, x: margin, y: 306, size: 40, weight: 600, color: color('--primary-ink'), width: room })
  const rows = Math.ceil(most / perRow)
  const side = Math.min((room - (perRow - 1) * gap) / perRow, (height - 520 - (rows - 1) * gap) / rows)
  const left = (width - perRow * side - (perRow - 1) * gap) / 2
  for (let nth = 0; nth < most; nth += 1) {
    const [x, y] = [left + (nth % perRow) * (side + gap), 370 + Math.floor(nth / perRow) * (side + gap)]
    const mine = mines[nth]
    context.fillStyle = color(mine === undefined ? '--surface-3' : mine ? '--danger' : '--success')
    context.beginPath()
    context.roundRect(x, y, side, side, side * 0.24)
    context.fill()
    if (!mine) continue
    // Told by its form too.
    context.fillStyle = color('--surface-0')
    context.beginPath()
    context.arc(x + side / 2, y + side / 2, side * 0.2, 0, 2 * Math.PI)
    context.fill()
  }
  line({ text: day, x: margin, y: height - 52, size: 30, weight: 650, color: color('--text-2'), width: 520 })
}

/** A day's result to show to others, without the solution. */
export const ShareDaily = ({ open, onClose, daily }: { open: boolean; onClose(): void; daily: DailyTry }) => {
  const { t, i18n } = useTranslation('daily')
  const { rules, tiles, result } = daily
  const number = (value: number) => formatCount(value, i18n.language)
  const day = formatUtcDay(daily.day, i18n.language)
  const score = t('picture.score', { safe: number(standing(daily).safe), all: number(safeTiles(rules)) })
  const time = clockText(result.seconds ?? 0)
  const detail =
    result.accuracy === null
      ? time
      : t('picture.detail', { accuracy: formatPercent(result.accuracy / 100, i18n.language, 1), time })
  const title = t('title')
  const paint = useCallback<Paint>(
    (canvas, theme, font) =>
      paintDaily(
        canvas,
        {
          ...{ title, day, detail, headline: score, mines: tiles.map(({ mine }) => mine) },
          ...{ most: safeTiles(rules) + rules.lives, host: window.location.host },
        },
        theme,
        font,
      ),
    [title, day, score, detail, tiles, rules],
  )
  return (
    <ShareSheet
      open={open}
      onClose={onClose}
      paint={paint}
      alt={t('picture.alt', { day, score, detail })}
      fileName={`minefall-${daily.day}`}
      title={`${title} · ${score}`}
      url={`${window.location.origin}/daily`}
      link={t('picture.link')}
    />
  )
}
