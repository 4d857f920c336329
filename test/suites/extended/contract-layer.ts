import { runContractLayer } from "../../support/suite.ts";

runContractLayer();
