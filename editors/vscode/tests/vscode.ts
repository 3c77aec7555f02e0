// The parts of the module `vscode` that the unit tests need.

export const settings = new Map<string, unknown>();

export const l10n = {
  t: (message: string, ...values: unknown[]) => message.replace(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)])),
};

export const workspace = {
  workspaceFolders: [{ uri: { fsPath: '/work' } }],
  getConfiguration: (section: string) => ({
    get: (name: string, fallback: unknown) => settings.get(`${section}.${name}`) ?? fallback,
  }),
};
