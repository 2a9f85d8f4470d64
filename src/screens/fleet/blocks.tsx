import { lazy } from 'react'

export const registerGateways = lazy(async () => ({
  default: (await import('./register/RegisterGateways.tsx')).RegisterGateways,
}))
