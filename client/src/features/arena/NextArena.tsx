import { mayJoin } from '@minefall/shared/arena'
import { arenaCalls } from '@minefall/shared/contracts/rest'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { useServerNow } from '../../machines/connection/index.ts'
import shape from '../../styles/shape.module.css'
import { buttonClass } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { ArenaFacts, useArenaName } from './ArenaList.tsx'
import styles from './arena.module.css'

/** The arena that one may join, or that comes next, with its countdown; nothing while none is known. */
export const NextArena = () => {
  const { t } = useTranslation(['arena', 'vip', 'ui'])
  const nameOf = useArenaName()
  const now = useServerNow()
  const { data } = useQuery({
    queryKey: ['arenas'],
    queryFn: ({ signal }) => ask(arenaCalls.list, { signal }),
    refetchInterval: 60_000,
    retry: 1,
  })
  const next = data?.arenas.find(
    (arena) => mayJoin(arena, now) || (arena.canceledAt === null && now < arena.beginsAt),
  )
  if (!next) return null
  return (
    <section className={classes(shape.wrap, styles.next)} aria-labelledby="next-arena">
      <h2 id="next-arena" className={shape.h28}>
        {t('next')}
      </h2>
      <ArenaFacts arena={next} now={now} />
      <p className={styles.buttons}>
        <Link className={buttonClass({})} to="/arena/{-$arenaId}" params={{ arenaId: next.arenaId }}>
          {nameOf(next)}
        </Link>
        <Link className={buttonClass({ variant: 'quiet' })} to="/arena/{-$arenaId}" params={{}}>
          {t('all')}
        </Link>
      </p>
    </section>
  )
}
