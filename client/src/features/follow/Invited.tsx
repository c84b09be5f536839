import type { ServerMessage } from '@minefall/shared/contracts/live'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { connectionActor, livePort } from '../../machines/connection/index.ts'
import { useTableName } from '../../parts/table-name.ts'
import { useCoinsText } from '../../ui/Coins.tsx'
import { toasts } from '../../ui/toasts.ts'
import { BlockDialog } from './BlockButton.tsx'
import { useBlock } from './queries.ts'

/** How long an invitation is shown, in milliseconds. */
const stayMs = 30_000

/** Says that someone asks to their private table, with the way there, or to be rid of them; not while one has a seat. */
export const Invited = () => {
  const { t } = useTranslation('player')
  const navigate = useNavigate()
  const nameOf = useTableName()
  const coins = useCoinsText()
  const block = useBlock()
  const [unwanted, askAbout] = useState<{ id: string; name: string } | null>(null)
  const tell = useEffectEvent(({ from, gameId, matchId, stake, asset }: ServerMessage<'match.invited'>) => {
    if (connectionActor.getSnapshot().context.seated) return null
    const { profile, name } = from
    return toasts.show({
      id: `invited ${profile ?? name}`,
      icon: 'seats',
      stayMs,
      title: () => t('invited.title', { name }),
      detail: () => t('invited.text', { table: nameOf(gameId), stake: coins(stake, asset) }),
      action: {
        label: () => t('invited.go'),
        run: () => void navigate({ to: '/game/$gameId', params: { gameId }, search: { match: matchId } }),
      },
      otherAction:
        profile === undefined
          ? undefined
          : { label: () => t('block.begin'), run: () => askAbout({ id: profile, name }) },
      isLong: true,
    })
  })
  useEffect(() => {
    const told = new Set<string>()
    const stop = livePort.listen((signal) => {
      if (signal.type !== 'message' || signal.message.name !== 'match.invited') return
      const id = tell(signal.message.payload)
      if (id !== null) told.add(id)
    })
    return () => {
      stop()
      // It is for this account, and not for the next.
      for (const id of told) toasts.close(id)
    }
  }, [])
  const close = () => askAbout(null)
  return (
    unwanted && (
      <BlockDialog
        open
        name={unwanted.name}
        onBlock={() => {
          close()
          block.mutate({ id: unwanted.id, block: true })
        }}
        onClose={close}
      />
    )
  )
}
