import { formatQuery } from '@minefall/shared/contracts'
import { useLocation, useRouter } from '@tanstack/react-router'
import { lazy, useState } from 'react'
import {
  addressed,
  type HomeSearch,
  isOwnModal,
  isProfileTab,
  isWalletTab,
  type ModalName,
} from '../lib/search.ts'
import { openLogin } from '../machines/login/index.ts'
import { useSession } from '../machines/session/index.ts'

const ActivitiesModal = lazy(async () => ({
  default: (await import('../features/activities/ActivitiesModal.tsx')).ActivitiesModal,
}))
const DepositModal = lazy(async () => ({
  default: (await import('../features/wallet/deposit/DepositModal.tsx')).DepositModal,
}))
const HistoryModal = lazy(async () => ({
  default: (await import('../features/history/HistoryModal.tsx')).HistoryModal,
}))
const InviteModal = lazy(async () => ({
  default: (await import('../features/invite/InviteModal.tsx')).InviteModal,
}))
const LoginRequiredPanel = lazy(async () => ({
  default: (await import('../features/panels/LoginRequiredPanel.tsx')).LoginRequiredPanel,
}))
const OrderDetail = lazy(async () => ({
  default: (await import('../features/wallet/orders/index.ts')).OrderDetail,
}))
const PlayModal = lazy(async () => ({
  default: (await import('../features/safer-play/PlayModal.tsx')).PlayModal,
}))
const ProfileModal = lazy(async () => ({
  default: (await import('../features/profile/ProfileModal.tsx')).ProfileModal,
}))
const SettingsModal = lazy(async () => ({
  default: (await import('../features/settings/SettingsModal.tsx')).SettingsModal,
}))
const ThemesModal = lazy(async () => ({
  default: (await import('../features/themes/ThemesModal.tsx')).ThemesModal,
}))
const VipModal = lazy(async () => ({
  default: (await import('../features/vip/VipModal.tsx')).VipModal,
}))
const WalletModal = lazy(async () => ({
  default: (await import('../features/wallet/WalletModal.tsx')).WalletModal,
}))
const WithdrawModal = lazy(async () => ({
  default: (await import('../features/wallet/withdraw/WithdrawModal.tsx')).WithdrawModal,
}))

/** The ways between the addresses of one modal. */
const useWays = () => {
  const { history } = useRouter()
  const pathname = useLocation({ select: (location) => location.pathname })
  const href = (search: HomeSearch) => `${pathname}${formatQuery(search)}`
  return {
    push: (search: HomeSearch) => history.push(href(search)),
    replace: (search: HomeSearch) => history.replace(href(search)),
    /** As the browser goes back, within the product; to `otherwise` where there is nothing behind. */
    back: (otherwise: HomeSearch) =>
      history.canGoBack() ? history.back() : history.replace(href(otherwise)),
  }
}

type ModalByAddressProps = { search: HomeSearch & { modal: ModalName }; onClose(): void }

/** The modal of an address, for those who may open it. */
const ModalByAddress = ({ search, onClose }: ModalByAddressProps) => {
  const { push, replace, back } = useWays()
  const { modal, tab, asset, step, order, colors, name } = search
  switch (modal) {
    case 'history':
      return (
        <HistoryModal
          asset={asset ?? null}
          onAsset={(next) => replace({ modal, ...(next ? { asset: next } : {}) })}
          onClose={onClose}
        />
      )
    case 'profile':
      return (
        <ProfileModal
          tab={isProfileTab(tab) ? tab : undefined}
          onTab={(next) => replace({ modal, tab: next })}
          onClose={onClose}
        />
      )
    case 'wallet':
      return order === undefined ? (
        <WalletModal
          tab={isWalletTab(tab) ? tab : undefined}
          onTab={(next) => replace({ modal, ...(next ? { tab: next } : {}) })}
          onClose={onClose}
        />
      ) : (
        <OrderDetail
          orderId={order}
          onBack={() => back({ modal, ...(tab ? { tab } : {}) })}
          onClose={onClose}
        />
      )
    case 'vip':
      return <VipModal onClose={onClose} />
    case 'activities':
      return <ActivitiesModal onClose={onClose} />
    case 'invite':
      return <InviteModal onClose={onClose} />
    case 'play':
      return <PlayModal onClose={onClose} />
    case 'settings':
      return <SettingsModal onClose={onClose} />
    case 'themes':
      return (
        <ThemesModal
          step={step}
          colors={colors}
          name={name}
          onGo={(place, { instead } = { instead: false }) => (instead ? replace : push)({ modal, ...place })}
          onBack={() => back({ modal })}
          onClose={onClose}
        />
      )
    case 'deposit':
      return (
        <DepositModal
          step={step}
          order={order}
          onGo={(place, { instead } = { instead: false }) => (instead ? replace : push)({ modal, ...place })}
          onBack={() => back({ modal })}
          onClose={onClose}
        />
      )
    case 'withdraw':
      return (
        <WithdrawModal
          step={step}
          onStep={(next) => {
            if (next === 'amount' && step !== 'done') back({ modal })
            // What was asked for is not asked for again by going back.
            else (next === 'done' ? replace : push)({ modal, step: next })
          }}
          onClose={onClose}
        />
      )
  }
}

/** The modal the address names: for guests the panel that asks them to log in, with the address pending. */
export const AddressModal = () => {
  const { closeModal } = useRouter().options.context
  const { pathname, search: query, href, state } = useLocation()
  /** The place in the history whose modal was closed: a browser takes its time to go back, and what follows need not. */
  const [closed, setClosed] = useState<string>()
  const isSignedIn = useSession((session) => session.hasTag('signedIn'))
  const userId = useSession(({ context }) => context.user?.id)
  const { modal, ...rest } = addressed(pathname, query)
  if (!modal || (closed !== undefined && closed === state.__TSR_key)) return null
  const close = () => {
    setClosed(state.__TSR_key)
    closeModal()
  }
  const isOwn = isOwnModal(modal)
  if (isSignedIn || !isOwn)
    // What one account has typed is not for the next, which may begin without a guest between the two.
    return <ModalByAddress key={isOwn ? userId : undefined} search={{ modal, ...rest }} onClose={close} />
  return (
    <LoginRequiredPanel
      open
      wanted={{ modal }}
      onClose={close}
      onLogin={() => {
        close()
        openLogin(href)
      }}
    />
  )
}
