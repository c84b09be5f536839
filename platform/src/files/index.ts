export { csvHeader, csvRecord, sendCsv } from './csv.ts'
export { type Sender, takeImageForms } from './image-form.ts'
export { avatarPicture, type Picture, readablePicture, sendPicture } from './picture.ts'
