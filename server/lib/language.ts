export const languages = ['ch_DE', 'ch_EN'] as const
export type Language = (typeof languages)[number]
