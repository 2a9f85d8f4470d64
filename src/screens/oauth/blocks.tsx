import { lazy } from '#ui/lazy.ts'

/** Few people ever see it. */
export const oauthDialog = lazy(async () => ({ default: (await import('./OauthDialog.tsx')).OauthDialog }))
