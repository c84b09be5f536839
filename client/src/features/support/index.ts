export { ReportButton } from './ReportButton.tsx'
export type { ReportedMatch } from './ReportForm.tsx'
