import { localStore, type SafeStorage } from '../../lib/storage.ts'

/** Where a guest's credential is kept. */
const deviceIdKey = 'device_id'

/** `bytes` random bytes as lower-case hex, from the system's generator. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** This browser's device id: 128 random bits, made at the first start and again if the stored one is damaged. */
export const deviceId = (store: SafeStorage, draw: (bytes: number) => string = randomHex): string => {
  const kept = store.get(deviceIdKey)
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
  const made = draw(16)
  store.set(deviceIdKey, made)
  return made
}

/** How a call names this device, and with it its guest. */
export const deviceHeaders = () => ({ 'x-device-id': deviceId(localStore) })
