import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { openChat } from '../features/chat/door.ts'
import { isCallError } from '../lib/call-error.ts'
import { isMissingPart, useReloadWhenBack } from '../lib/missing-part.ts'
import { randomHex } from '../machines/connection/identity.ts'
import { PageTitle } from '../ui/PageTitle.tsx'
import styles from './CrashScreen.module.css'

/** `chunk` when a part of the page did not load, `crash` for everything else. */
type Crash = { kind: 'crash' | 'chunk'; id: string }

/**
 * Names a crash and logs it with its cause. The id is that of the failed request when the server gave one, else a
 * fresh one, so that a report and the console's line can be brought together.
 */
export const describeCrash = (error: unknown): Crash => {
  const id = (isCallError(error) ? error.requestId : null) ?? randomHex(6)
  console.error(`crash ${id}`, error)
  return { kind: isMissingPart(error) ? 'chunk' : 'crash', id }
}

/** What is left to show when a part of the page failed: what happened, an id to name to support, a way back. */
export const CrashScreen = ({ error }: { error: unknown }) => {
  // `common` is there from the start, so this needs nothing that may itself fail to load.
  const { t } = useTranslation('common', { useSuspense: false })
  const [{ kind, id }] = useState(() => describeCrash(error))
  const reloads = useReloadWhenBack(kind === 'chunk')
  return (
    <div className={styles.screen} role="alert">
      <PageTitle className={styles.title}>{t(`${kind}.title`)}</PageTitle>
      <p className={styles.text}>{t(`${kind}.text`)}</p>
      {reloads && <p className={styles.text}>{t('chunk.waits')}</p>}
      <p className={styles.id}>{t('crash.id', { id })}</p>
      <button type="button" className={styles.button} onClick={() => window.location.reload()}>
        {t('action.reload')}
      </button>
      <button type="button" className={styles.way} data-click="open-chat" onClick={openChat}>
        {t('action.support')}
      </button>
    </div>
  )
}
