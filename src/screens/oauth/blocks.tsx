import { lazy } from '#ui/parts/lazy.ts'

/** Few people ever see it. */
export const oauthDialog = lazy(async () => ({ default: (await import('./OauthDialog.tsx')).OauthDialog }))
