import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../../lib/store.ts'
import { useServerNow } from '../../machines/connection/index.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import styles from './arena.module.css'
import { arenaOfTab, arenaWatch } from './live.ts'
import { OwnPlace } from './OwnPlace.tsx'
import { useArena } from './use-arena.ts'
import { noteOf, waysOf } from './watch.ts'

/** At the end of an arena's match: one's place by now, what comes next, and the way back. After a reload it watches again. */
export const ArenaResult = () => {
  const { t } = useTranslation('arena')
  const [arenaId] = useState(arenaOfTab)
  useArena(arenaId)
  const watched = useStore(arenaWatch)
  const now = useServerNow()
  const ways = watched && waysOf(watched, now)
  const note = ways && noteOf(watched, ways)
  return (
    <div className={styles.result}>
      {watched && <OwnPlace watched={watched} />}
      {note && <p>{t(`note.${note}`)}</p>}
      <Link
        className={buttonClass({ variant: 'primary', wide: true })}
        to="/arena/{-$arenaId}"
        params={arenaId === null ? {} : { arenaId }}
      >
        <Icon name="trophy" />
        {arenaId === null ? t('all') : t('back')}
      </Link>
    </div>
  )
}
