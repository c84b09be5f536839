import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../machines/session/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { useBlock, useFollows } from './queries.ts'

/** Asks whether a player is to be blocked. */
export const BlockDialog = ({
  open,
  name,
  onBlock,
  onClose,
}: {
  open: boolean
  name: string
  onBlock(): void
  onClose(): void
}) => {
  const { t } = useTranslation('player')
  return (
    <Dialog open={open} onClose={onClose} title={t('block.title', { name })} description={t('block.text')}>
      <DialogActions>
        <Button variant="primary" wide onClick={onBlock}>
          {t('block.begin')}
        </Button>
        <Button variant="quiet" wide onClick={onClose}>
          {t('block.cancel')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Blocks a player once that is confirmed, or ends it. For accounts alone, and not for oneself. */
export const BlockButton = ({ id, name }: { id: string; name: string }) => {
  const { t } = useTranslation('player')
  const isSignedIn = useSession((session) => session.hasTag('signedIn'))
  const { data } = useFollows()
  const block = useBlock()
  const [asks, ask] = useState(false)
  if (!isSignedIn || !data || data.id === id) return null
  if (data.blocked.some((one) => one.id === id))
    return (
      <Button icon="again" busy={block.isPending} onClick={() => block.mutate({ id, block: false })}>
        {t('block.end')}
      </Button>
    )
  const close = () => ask(false)
  const confirm = () => {
    close()
    block.mutate({ id, block: true })
  }
  return (
    <>
      <Button variant="quiet" icon="stop" busy={block.isPending} onClick={() => ask(true)}>
        {t('block.begin')}
      </Button>
      <BlockDialog open={asks} name={name} onBlock={confirm} onClose={close} />
    </>
  )
}
