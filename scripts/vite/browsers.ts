/** The oldest browsers that the app is built for. */
export const BROWSERS = ['chrome123', 'firefox128', 'safari17.5']
