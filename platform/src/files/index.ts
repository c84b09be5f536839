export { imageFormRoute, imageFormSchema, takeImageForms } from './image-form.ts'
export { avatarPicture, type Picture, proofPicture } from './picture.ts'
export { sendPicture } from './send-picture.ts'
