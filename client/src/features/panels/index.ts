export { LoginRequiredPanel } from './LoginRequiredPanel.tsx'
export { TrialEndedPanel } from './TrialEndedPanel.tsx'
