/** The table that anybody may play at once. */
export const trialGameId = 'mines-trial'
