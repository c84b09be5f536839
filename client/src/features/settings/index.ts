export { PlaySettings } from './PlaySettings.tsx'
