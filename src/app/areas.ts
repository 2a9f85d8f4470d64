/** Texts that the screens before sign-in need. */
export const DOOR = [
  'shell',
  'session',
  'engine',
  'screens',
  'fields',
  'actions',
  'notices',
  'toasts',
  'codes',
] as const

/** Texts that public screens other than sign-in need as well. */
export const ENTRANCE = ['account'] as const

/** Texts of the signed-in part. */
export const HOME = [
  ...DOOR,
  ...ENTRANCE,
  'menu',
  'status',
  'device',
  'widgets',
  'properties',
  'values',
  'units',
  'help',
  'models',
  'oauth',
  'jobs',
  'news',
] as const
