import { i18next, loadNamespaces } from '../i18n/i18n.ts'
import { toasts } from '../ui/toasts.ts'

/** What a device lacks or has wrong, so that something here is not as it usually is. */
export type DeviceNote = 'clock' | 'graphics' | 'storageBlocked' | 'storageFull'

/** Long enough to be read beside what is going on, in milliseconds. */
const stayMs = 15_000

const idOf = (note: DeviceNote) => `device-${note}`

/** Says it; again, it takes the place of the older. */
export const noteDevice = async (note: DeviceNote, difference = () => ''): Promise<void> => {
  await loadNamespaces(['device'])
  const text = (part: 'title' | 'text') => () =>
    i18next.t(`${note}.${part}`, { ns: 'device', difference: difference() })
  toasts.show({
    id: idOf(note),
    tone: 'warn',
    title: text('title'),
    detail: text('text'),
    icon: 'info',
    stayMs,
  })
}

/** Takes it back: it is so no more. */
export const unnoteDevice = (note: DeviceNote): void => toasts.close(idOf(note))

const said = new Set<DeviceNote>()

/** Says it once in the life of this page. */
export const noteDeviceOnce = (note: DeviceNote): void => {
  if (said.has(note)) return
  said.add(note)
  void noteDevice(note)
}
