export { beginPicture, margin, pictureSize } from './share/paint-picture.ts'
export { type Paint, ShareSheet } from './share/ShareSheet.tsx'
export { playCues, playPress, useSoundBus } from './use-cues.ts'
