import type { DailyTry, OpenBoard } from '@minefall/shared/contracts/rest'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { serverNow } from '../../machines/connection/index.ts'
import { QueryState, useFailureText } from '../../parts/QueryState.tsx'
import shape from '../../styles/shape.module.css'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import styles from './daily.module.css'
import { useOpenBoard } from './queries.ts'
import { TryBoard } from './TryBoard.tsx'
import { dealOpen, standing } from './try-match.ts'

/** An open board, dealt here from its seed and played here alone. */
const Played = ({ board }: { board: OpenBoard }) => {
  const { t } = useTranslation('daily')
  const { begin, open, holds } = useMemo(() => dealOpen(board), [board])
  const [round, setRound] = useState(0)
  const [daily, setDaily] = useState<DailyTry>(() => begin(serverNow()))
  if (!holds) return <EmptyState face="sweat" title={t('fault.title')} text={t('fault.text')} role="alert" />
  const { isOver, isCleared, lives } = standing(daily)
  const restart = () => {
    setDaily(begin(serverNow()))
    setRound(round + 1)
  }
  return (
    <TryBoard key={round} daily={daily} onOpen={(tile) => setDaily(open(daily, tile, serverNow()))}>
      {isOver && (
        <div className={styles.ways}>
          <b>{t(isCleared ? 'over.cleared' : lives === 0 ? 'over.out' : 'over.late')}</b>
          <Button variant="primary" icon="again" onClick={restart}>
            {t('again.over')}
          </Button>
        </div>
      )}
      <p className={styles.verified}>
        <Icon name="check" size={16} /> {t('again.seed')}
      </p>
    </TryBoard>
  )
}

/** Yesterday's board, as often as one likes, for nothing. */
export const Again = ({ day, onBack }: { day: string; onBack(): void }) => {
  const { t } = useTranslation(['daily', 'player'])
  const asked = useOpenBoard(day)
  const failure = useFailureText(asked.error)
  return (
    <>
      <div className={styles.againHead}>
        <h2 className={shape.h20}>{t('again.title')}</h2>
        <Button variant="quiet" icon="left" onClick={onBack}>
          {t('again.back')}
        </Button>
      </div>
      <QueryState
        of={asked}
        skeleton={<Skeleton height="28rem" />}
        waiting={{ title: t('player:offline.title'), text: t('player:offline.text') }}
        failed={{ title: t('failed'), text: failure }}
      />
      {asked.data && <Played board={asked.data} />}
    </>
  )
}
