export { PlaySettings, SwitchRow } from './PlaySettings.tsx'
