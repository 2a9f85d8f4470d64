/** Lists of scripts/vite/screens.ts. */
declare module 'virtual:screens/public' {
  const heads: Readonly<Record<string, readonly import('#lib/screen-head.ts').ScreenHead[]>>
  export default heads
}
declare module 'virtual:screens/others' {
  const heads: Readonly<Record<string, readonly import('#lib/screen-head.ts').ScreenHead[]>>
  export default heads
}
declare module 'virtual:screens/areas' {
  type Screens = readonly import('#schemas/generated/definitions/screen.ts').Screen[]
  const areas: Readonly<Record<string, () => Promise<{ default: Screens }>>>
  export default areas
}
declare module 'virtual:screens/one/quick_controls' {
  const screen: import('#schemas/generated/definitions/screen.ts').TilesScreen
  export default screen
}
declare module 'virtual:screens/one/login' {
  const screen: import('#schemas/generated/definitions/screen.ts').FormScreen
  export default screen
}
