import { emoteRestMs } from '@minefall/shared/contracts/live'
import { isValidElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { loadNamespaces, startTranslations } from '../../i18n/i18n.ts'
import { EmoteBar } from './EmoteBar.tsx'

afterEach(() => {
  vi.useRealTimers()
})

type Pressed = { onClick(): void }
const isButton = (node: ReactNode): node is ReactElement<Pressed> =>
  isValidElement(node) && node.type === 'button'

/** The buttons of a bar that is drawn once. */
const buttonsOf = (onSend: (emote: string) => void) => {
  let buttons: ReactElement<Pressed>[] = []
  const Probe = () => {
    const bar: ReactElement<{ children: ReactNode[] }> = EmoteBar({ onSend, disabled: false })
    buttons = bar.props.children.filter(isButton)
    return bar
  }
  renderToStaticMarkup(<Probe />)
  return buttons
}

test('an emote is sent once the server takes the next one, even where it is faster on its way', async () => {
  await startTranslations()
  await loadNamespaces(['match', 'ui'])
  vi.useFakeTimers({ toFake: ['performance'] })
  const sent: string[] = []
  const [smile, sweat] = buttonsOf((emote) => sent.push(emote))
  smile?.props.onClick()
  vi.advanceTimersByTime(emoteRestMs)
  sweat?.props.onClick()
  expect(sent).toEqual(['smile'])
  vi.advanceTimersByTime(100)
  sweat?.props.onClick()
  expect(sent).toEqual(['smile', 'sweat'])
})
